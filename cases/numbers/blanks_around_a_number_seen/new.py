def f(n: int):
    try:
        return int("\x1f7".strip())
    except ValueError:
        return n
