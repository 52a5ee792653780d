from lib import shout


def title(times: int) -> str:
    return shout("word") * times
