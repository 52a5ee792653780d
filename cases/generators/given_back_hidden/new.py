def client(a: int, b: int):
    return (2 * x for x in (a, b))
