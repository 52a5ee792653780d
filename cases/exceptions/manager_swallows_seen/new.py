from contextlib import contextmanager


@contextmanager
def guard(kind):
    yield kind


def divided(a, b):
    with guard(ArithmeticError):
        return a // b
    return 0


def client(a: int, b: int):
    return divided(a, b)
