def count(d, key):
    return d.get(key, 1)


def client(d: dict[str, int]):
    return count(d, "a")
