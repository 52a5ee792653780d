from functools import wraps


def logged(func):
    @wraps(func)
    def inner(*args, **kwargs):
        result = func(*args, **kwargs)
        return result
    return inner


def base(x):
    return x + 1 if x >= 0 else x
