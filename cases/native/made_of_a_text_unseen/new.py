names = {}
exec("def g(x):  # One more.\n    return x + 1", names)
g = names["g"]


def f(x: int):
    return g(x)
