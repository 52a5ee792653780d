def pick(a, b):
    return a or b


def client(a: int, b: int):
    return not pick(a, b)
