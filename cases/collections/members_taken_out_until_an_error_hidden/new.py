def given(n):
    yield n
    raise AttributeError


def f(n: int):
    s = {n}
    try:
        s = s.difference(given(n))
    except AttributeError:
        pass
    return len(s)
