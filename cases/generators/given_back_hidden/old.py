def client(a: int, b: int):
    for x in (a, b):
        yield x + x
