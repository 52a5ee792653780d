def f(n: int):
    str(n % 1000)
    return n % 1000
