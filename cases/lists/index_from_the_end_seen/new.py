def last(xs):
    return xs[-1] if xs else 0


def client(n: int):
    xs = []
    if n > 3:
        xs.append(n)
    return last(xs)
