import functools


def positive(func):
    @functools.wraps(func)
    def wrapper(*args):
        for arg in args:
            if arg < 0:
                raise ValueError("negative")
        return func(*args)
    return wrapper


@positive
def area(w, h):
    return w * h
