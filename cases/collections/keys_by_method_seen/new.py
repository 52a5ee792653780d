def ordered(xs):
    return sorted(xs, key=str.lower)


def client(a: str):
    return ordered([a[:1], "b"])
