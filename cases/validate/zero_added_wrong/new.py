from lib import g
def f(a: float):
    return g(a)
