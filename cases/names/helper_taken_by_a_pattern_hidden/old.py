def g(x):
    return x + 1


match 5:
    case h:
        pass


def f(x: int):
    return g(x)
