def shifted(values, by):
    return [v + by for v in filter(lambda v: v > 1, values)]


def client(a: int, b: int) -> list:
    return shifted([a, b], 2)
