def f(n: int) -> int:
    if n <= 0:
        return 0
    f(n - 1)
    return 0
def g(n: int) -> int:
    return f(n)
