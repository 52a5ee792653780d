def first(iterable, default=None):
    for item in iterable:
        return item
    return default
