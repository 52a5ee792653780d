def fall(n):
    return 0 if n <= 0 else 1 + fall(n - 1)


def f(x: int):
    try:
        return fall(x)
    except ValueError:
        return -1
