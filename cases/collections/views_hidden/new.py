def names(d):
    return d.keys()


def client(x: int):
    d = {"a": x, "b": 1}
    return sorted(names(d))
