def f(n: int):
    try:
        return int("\x1f7")
    except ValueError:
        return n
