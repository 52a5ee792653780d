from lib import lib


def client(x: int):
    if -11 <= x < 10:
        return lib(x, 10)
    return 0
