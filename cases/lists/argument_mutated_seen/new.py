def tidy(xs):
    xs.append(0)
    return len(xs) - 1


def client(xs: list[int]):
    return tidy(xs)
