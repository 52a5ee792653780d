def f(s, xs):
    t = s(xs)
    return t + t
