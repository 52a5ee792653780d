def read(s):
    try:
        return float(s)
    except ValueError:
        return 0.0


def client(n: int):
    return read("%d.5" % (n % 10))
