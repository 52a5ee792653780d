def f(iterable):
    return len(list(iterable))
