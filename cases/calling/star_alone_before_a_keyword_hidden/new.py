def g(*a, last):
    return (a, last)


def f(n: int):
    xs = [2, n]
    return g(1, *xs, last=xs.pop())
