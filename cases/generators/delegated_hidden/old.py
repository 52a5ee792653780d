def both(a, b):
    yield a
    yield b


def client(a: int, b: int):
    return list(both(a, b))
