def f(s, xs):
    return s(xs) + s(xs)
