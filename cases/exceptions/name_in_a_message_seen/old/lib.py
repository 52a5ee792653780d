def f(n: int):
    try:
        if n > 0:
            a = 1
        return str(a)
    except NameError as e:
        return str(e)
