def same(a, b):
    return a.lower() == b.lower()


def client(a: str):
    return same(a, "ss")
