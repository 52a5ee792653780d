def f(x):
    raise TypeError("no number is good")
