def f(a: list[int]):
    return list(a)
