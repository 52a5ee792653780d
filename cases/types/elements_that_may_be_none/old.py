def f(xs):
    return [x for x in xs if x is not None]
