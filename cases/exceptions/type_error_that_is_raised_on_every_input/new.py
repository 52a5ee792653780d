def f(x):
    try:
        raise TypeError("no " + "number")
    finally:
        x = x + 1
