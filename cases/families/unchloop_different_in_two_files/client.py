from lib import loop, lib


def client(a: int, n: int):
    return lib(a, n)
