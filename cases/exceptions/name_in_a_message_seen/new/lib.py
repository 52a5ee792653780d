def f(n: int):
    try:
        if n > 0:
            b = 1
        return str(b)
    except NameError as e:
        return str(e)
