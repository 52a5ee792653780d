from words import equal, length


def same(a, b):
    if length(a) != length(b):
        return False
    return equal(a, b)
