level = 0


def set_level(value: int):
    global level
    level = value


def f(x: int):
    return x + 1 if level > 3 else x
