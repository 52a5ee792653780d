from lib import lib


def client(x: int):
    if -3 <= x < 2:
        return lib(x, 2)
    return 0
