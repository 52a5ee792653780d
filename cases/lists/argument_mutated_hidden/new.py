def tidy(xs):
    xs.append(0)
    return len(xs) - 1


def client(x: int):
    xs = [x, x]
    return tidy(xs)
