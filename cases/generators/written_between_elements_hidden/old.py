def client(n: int):
    print("first")
    print("second")
    yield n
