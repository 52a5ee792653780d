def ends(xs):
    if not xs:
        return 0
    return xs[0] + xs[-1]


def client(xs: list[int]):
    return ends(xs)
