def g(*a, last):
    return (a, last)


def f(n: int):
    xs = [1, 2, n]
    return g(*xs, last=xs.pop())
