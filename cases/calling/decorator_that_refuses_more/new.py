import functools


def positive(func):
    @functools.wraps(func)
    def wrapper(*args, **kwargs):
        for arg in (*args, *kwargs.values()):
            if arg <= 0:
                raise ValueError("not positive")
        return func(*args, **kwargs)
    return wrapper


@positive
def area(w, h):
    return w * h
