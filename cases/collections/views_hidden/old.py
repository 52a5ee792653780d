def names(d):
    return list(d.keys())


def client(x: int):
    d = {"a": x, "b": 1}
    return sorted(names(d))
