from lib import lib


def client(x: int):
    if -6 <= x < 5:
        return lib(x, 5)
    return 0
