def f(n: int):
    rest = iter([n + 1, 2, 3])
    return {n}.issuperset(rest)
