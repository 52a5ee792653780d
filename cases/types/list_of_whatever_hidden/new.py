def f(xs: list):
    count = len(xs)
    return count
