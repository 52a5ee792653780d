from lib import lib


def client(x: int):
    if -16 <= x < 15:
        return lib(x, 15)
    return 0
