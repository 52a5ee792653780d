def go(n, acc):
    if n <= 0:
        return acc
    return go(n - 1, acc * n)


def fact(n):
    return go(n, 1)
