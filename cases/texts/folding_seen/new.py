def same(a, b):
    return a.casefold() == b.casefold()


def client(a: str):
    return same(a, "ss")
