def g(*a, last):
    return (a, last)


def f(n: int):
    xs = [2, n]
    all_of_them = tuple(xs)
    return g(1, *all_of_them, last=xs.pop())
