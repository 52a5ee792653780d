def f(n: int):
    return n % 1000
