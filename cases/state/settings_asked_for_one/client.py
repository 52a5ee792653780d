from library import settings


def size(n: int) -> int:
    return settings(size=n)["size"]
