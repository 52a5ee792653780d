cache = {}


def f(x: int):
    if x in cache:
        return cache[x]
    cache[x] = x
    return x * 2
