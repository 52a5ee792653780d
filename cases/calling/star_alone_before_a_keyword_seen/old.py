def g(*a, last):
    return (a, last)


def f(n: int):
    xs = [1, 2, n]
    all_of_them = tuple(xs)
    return g(*all_of_them, last=xs.pop())
