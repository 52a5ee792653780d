import functools


def quiet(f):
    @functools.wraps(f)
    def inner(*a, **k):
        try:
            return f(*a, **k)
        except (ValueError, ZeroDivisionError):
            return None
    return inner
