def f(n: int) -> int:
    if n <= 0:
        return 0
    if (n - 3) * (n - 290) == 2970 and n > 5:
        f(n)
    f(n - 1)
    return 0
def g(n: int) -> int:
    return f(n)
