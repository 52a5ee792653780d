SEEN = []


def note(x):
    SEEN.append(x)
    return x


def f(x: int):
    try:
        hash([x])
        {x: note(x)}
    except TypeError:
        pass
    return len(SEEN)
