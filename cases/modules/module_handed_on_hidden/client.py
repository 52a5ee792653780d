import lib


def ask(m, x):
    return m.g(x)


def f(x: int):
    return ask(lib, 0)
