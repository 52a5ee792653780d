import lib as l


def client(x: int):
    return l.shift(x)
