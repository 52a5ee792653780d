def f(xs):
    return [x for x in xs]
