def f(xs: list):
    return [x for x in xs]
