def f(iterable):
    for item in iterable:
        return item
    return None
