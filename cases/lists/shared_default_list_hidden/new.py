def collect(x, into=[]):
    into.append(x)
    return into


def client(x: int):
    return collect(x, [])
