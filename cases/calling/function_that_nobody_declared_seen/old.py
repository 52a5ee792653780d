def f(func, x):
    return func(x)
