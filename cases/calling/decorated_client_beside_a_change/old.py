from functools import wraps


def logged(func):
    @wraps(func)
    def inner(*args, **kwargs):
        return func(*args, **kwargs)
    return inner


def base(x):
    return x + 1
