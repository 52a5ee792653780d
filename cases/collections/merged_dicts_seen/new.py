def merge(a, b):
    return b | a


def client(x: int, y: int):
    return merge({"a": x}, {"a": y})["a"]
