from lib import lib1


def client(x: int) -> int:
    return lib1(min(x, 10))
