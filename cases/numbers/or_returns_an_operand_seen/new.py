def pick(a, b):
    return bool(a or b)


def client(a: int, b: int):
    return pick(a, b)
