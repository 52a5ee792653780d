from words import equal


def same(a, b):
    return equal(a, b)
