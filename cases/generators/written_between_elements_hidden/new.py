def client(n: int):
    for word in ("first", "second"):
        print(word)
    yield n
