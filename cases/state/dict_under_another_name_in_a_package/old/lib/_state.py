REGISTRY = {}


def count():
    return len(REGISTRY)


def other(n):
    return n + 1
