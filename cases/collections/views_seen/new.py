def names(d):
    return d.keys()


def client(x: int):
    d = {"a": x}
    seen = names(d)
    d["b"] = x
    return len(seen)
