def chunks(n, size):
    if size < 1:
        raise ValueError("size")
    return steps(n, size)


def steps(n, size):
    for i in range(0, n, size):
        yield i


def client(size: int):
    it = chunks(3, size)
    return 0
