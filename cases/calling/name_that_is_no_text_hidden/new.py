def g(*a, **k):
    return (len(a), len(k))


def note(log):
    log.append(1)
    return 2


def f(n: int):
    log = []
    try:
        g(**{n: 2}, k=note(log))
    except TypeError:
        return log
    return None
