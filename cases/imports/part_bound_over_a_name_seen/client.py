import lib


def f(x: int) -> bool:
    return lib.g is None
