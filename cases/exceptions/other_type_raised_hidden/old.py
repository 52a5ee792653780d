def parse(x):
    if x < 0:
        raise ValueError('negative')
    return x


def client(x: int):
    try:
        return parse(x)
    except Exception:
        return None
