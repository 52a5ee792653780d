def client(n: int):
    print("first")
    yield n
    print("second")
