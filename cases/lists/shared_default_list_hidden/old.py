def collect(x, into=None):
    if into is None:
        into = []
    into.append(x)
    return into


def client(x: int):
    return collect(x, [])
