def read(s):
    try:
        return float(s)
    except ValueError:
        return 0.0


def client(s: str):
    return read(s)
