def fall(n):
    return 0 if n <= 0 else fall(n - 1) + 1


def f(x: int):
    try:
        return fall(x)
    except ValueError:
        return -1
