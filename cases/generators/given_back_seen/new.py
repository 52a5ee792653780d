def client(n: int):
    yield n
    yield n + 2
