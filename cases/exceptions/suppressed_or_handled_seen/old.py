def divided(a, b):
    try:
        return a // b
    except ZeroDivisionError:
        pass
    return 0


def client(a: int, b: int):
    return divided(a, b)
