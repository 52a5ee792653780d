def shifted(values, by):
    return list(map(lambda v: v + by, filter(lambda v: v > 0, values)))


def client(a: int, b: int) -> list:
    return shifted([a, b], 2)
