def f(x: int):
    try:
        return len(list(range(2 ** 63)))
    except OverflowError:
        return -1
