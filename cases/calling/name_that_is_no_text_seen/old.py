def g(*a, **k):
    return (len(a), len(k))


def note(log):
    log.append(1)
    return 2


def f(n: int):
    log = []
    try:
        g(k=note(log), **{n: 2})
    except TypeError:
        return log
    return None
