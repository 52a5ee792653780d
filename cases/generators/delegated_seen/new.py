def both(a, b):
    rest = yield from [a]
    yield rest or b


def client(a: int, b: int):
    it = both(a, b)
    return next(it), it.send(b)
