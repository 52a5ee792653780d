def f(n: int):
    d = {'a': n}
    it = iter(d)
    d['z'] = 1
    try:
        next(it)
    except RuntimeError:
        pass
    return next(it, None)
