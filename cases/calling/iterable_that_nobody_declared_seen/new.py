def f(iterable):
    return len(set(iterable))
