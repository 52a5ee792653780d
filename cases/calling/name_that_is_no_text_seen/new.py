def g(*a, **k):
    return (len(a), len(k))


def note(log):
    log.append(1)
    return 2


def f(n: int):
    log = []
    try:
        if n in {n: 2}:
            raise TypeError
        g(k=note(log))
    except TypeError:
        return log
    return None
