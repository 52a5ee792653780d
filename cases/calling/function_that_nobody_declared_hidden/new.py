def f(func, x):
    result = func(x)
    return result
