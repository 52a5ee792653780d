def f(n: int):
    rest = iter([n + 1, 2, 3])
    known = {n} >= set(rest)
    return len(list(rest))
