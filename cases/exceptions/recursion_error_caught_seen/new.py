def depth(n):
    return depth(n + 1)


def f(x: int):
    try:
        return depth(x)
    except RecursionError:
        return -2
