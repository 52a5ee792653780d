def g(a):
    return [y := x for x in a]
def f(x: int):
    return x + 1
