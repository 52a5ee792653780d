def same(a, b):
    return a.casefold() == b.casefold()


def client(a: str):
    if len(a) > 3 or not a.isascii():
        return False
    return same(a, "ss")
