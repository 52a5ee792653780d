from contextlib import contextmanager


@contextmanager
def once():
    yield 1


def f(x: int):
    manager = once()
    with manager:
        pass
    try:
        with manager:
            return 0
    except AttributeError:
        return x
