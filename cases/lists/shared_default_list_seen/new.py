def collect(x, into=[]):
    into.append(x)
    return into


def client(x: int):
    collect(x)
    return len(collect(x))
