from lib import lib


def client(x: int):
    if -21 <= x < 20:
        return lib(x, 20)
    return 0
