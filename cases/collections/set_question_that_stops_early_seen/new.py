def f(n: int):
    rest = iter([n + 1, 2, 3])
    known = {n}.issuperset(rest)
    return len(list(rest))
