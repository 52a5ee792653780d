from library import settings


def size(n: int) -> int:
    return len(settings(size=n))
