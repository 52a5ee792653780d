SEEN = []


def note(x):
    SEEN.append(x)
    return x


def f(x: int):
    try:
        note(x)
        hash([x])
    except TypeError:
        pass
    return len(SEEN)
