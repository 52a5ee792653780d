REGISTRY = {}


def count():
    return 1


def other(n):
    return 1 + n
