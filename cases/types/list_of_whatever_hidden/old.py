def f(xs: list):
    return len(xs)
