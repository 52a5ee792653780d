def f(a: list[int]):
    return a or []
