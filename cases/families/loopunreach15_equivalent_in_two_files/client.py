from lib import lib


def client(x: int):
    if -15 <= x < 15:
        return lib(x, 15)
    return 0
