def collect(x, into=None):
    if into is None:
        into = []
    into.append(x)
    return into


def client(x: int):
    collect(x)
    return len(collect(x))
