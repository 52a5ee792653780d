cache = {}


def f(x: int):
    if x in cache:
        return cache[x] + 1
    cache[x] = x * 2
    return x * 2
