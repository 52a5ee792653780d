def ordered(xs):
    return sorted(xs)


def client(a: str):
    return ordered([a[:1], "b"])
