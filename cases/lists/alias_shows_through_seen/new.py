def copy(xs):
    return xs


def client(x: int):
    a = [x]
    b = copy(a)
    b.append(1)
    return len(a)
