def g(x):
    yield '\ud801'


def f(x: int):
    return list(g(x))
