from lib import lib


def client(x: int):
    if -2 <= x < 2:
        return lib(x, 2)
    return 0
