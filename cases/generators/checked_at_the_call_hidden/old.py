def chunks(n, size):
    if size < 1:
        raise ValueError("size")
    for i in range(0, n, size):
        yield i


def client(size: int):
    return sum(chunks(3, size))
