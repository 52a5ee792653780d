from lib import lib


def client(x: int):
    if -10 <= x < 10:
        return lib(x, 10)
    return 0
