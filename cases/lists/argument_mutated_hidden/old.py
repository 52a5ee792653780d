def tidy(xs):
    return len(xs)


def client(x: int):
    xs = [x, x]
    return tidy(xs)
