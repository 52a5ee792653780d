def ends(xs):
    if not xs:
        return 0
    return xs[0] + xs[-1]


def client(a: int, b: int):
    return ends([a, b])
