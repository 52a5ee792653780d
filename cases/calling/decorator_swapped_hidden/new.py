from functools import wraps


def plus(h):
    @wraps(h)
    def inner(*args, **kwargs):
        return h(*args, **kwargs) + 1
    return inner


def double(h):
    @wraps(h)
    def inner(*args, **kwargs):
        return h(*args, **kwargs) * 2
    return inner


@double
@plus
def number(n, *, cap=10):
    return min(n, cap)


def client(n: int):
    return number(n, cap=5) % 1
