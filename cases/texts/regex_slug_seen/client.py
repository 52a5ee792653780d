from lib import shout


def title(text: str) -> str:
    return shout(text)
