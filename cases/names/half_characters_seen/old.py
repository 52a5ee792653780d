def g(x):
    yield '\ud800'


def f(x: int):
    return list(g(x))
