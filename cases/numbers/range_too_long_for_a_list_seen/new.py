def f(x: int):
    try:
        return len(list(range(2 ** 63)))
    except ValueError:
        return -1
