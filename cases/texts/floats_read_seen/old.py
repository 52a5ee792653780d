def read(s):
    return float(s)


def client(s: str):
    return read(s)
