def copy(xs):
    return xs[:]


def client(x: int):
    a = [x]
    b = copy(a)
    return a[0] + b[0]
