def parts(n):
    yield n
    if n > 10:
        raise ValueError(n)
    yield n + 1


def client(n: int):
    for part in parts(n):
        return part
