def merge(a, b):
    return a | b


def client(x: int, y: int):
    return merge({"a": x}, {"a": y})["a"]
