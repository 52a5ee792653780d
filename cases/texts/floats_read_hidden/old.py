def read(s):
    return float(s)


def client(n: int):
    return read("%d.5" % (n % 10))
