def last(xs):
    return xs[len(xs) - 1]


def client(n: int):
    xs = []
    if n > 3:
        xs.append(n)
    return last(xs)
