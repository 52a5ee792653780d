def both(a, b):
    yield a
    yield b


def client(a: int, b: int):
    it = both(a, b)
    return next(it), it.send(b)
