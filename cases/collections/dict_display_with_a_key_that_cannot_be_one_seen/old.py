SEEN = []


def note(x):
    SEEN.append(x)
    return x


def f(x: int):
    try:
        {[x]: 1, x: note(x)}
    except TypeError:
        pass
    return len(SEEN)
