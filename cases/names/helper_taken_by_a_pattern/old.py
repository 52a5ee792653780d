def g(x):
    return x + 1


match 5:
    case g:
        pass


def f(x: int):
    try:
        return g(x)
    except TypeError:
        return -1
