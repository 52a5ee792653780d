def f(a: list[int]):
    return sorted(a, key=None)
