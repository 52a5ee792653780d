def ratio(a, b, default=0.0):
    try:
        return a / b
    except ZeroDivisionError:
        return default
