def parts(n):
    yield n
    yield n + 1


def client(n: int):
    for part in parts(n):
        return part
