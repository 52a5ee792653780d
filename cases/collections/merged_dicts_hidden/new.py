def merge(a, b):
    out = dict(b)
    out.update(a.items())
    return out


def client(x: int, y: int):
    return merge({"a": x}, {"b": y})
