from contextlib import contextmanager


@contextmanager
def guard(kind):
    try:
        yield kind
    except kind:
        pass


def divided(a, b):
    with guard(ArithmeticError):
        return a // b
    return 0


def client(a: int, b: int):
    return divided(a, b * b + 1)
