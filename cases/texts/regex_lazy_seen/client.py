from lib import tags


def count(text: str) -> int:
    return len(tags(text))
