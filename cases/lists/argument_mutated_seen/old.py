def tidy(xs):
    return len(xs)


def client(xs: list[int]):
    return tidy(xs)
