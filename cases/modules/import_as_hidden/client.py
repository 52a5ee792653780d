import lib as l


def client(x: int):
    if x == 7:
        return 8
    return l.shift(x)
