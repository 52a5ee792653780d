def f(x):
    y = x - 1
    raise TypeError("no list")
