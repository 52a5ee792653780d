def f(iterable):
    for item in iterable:
        break
    else:
        return None
    return item
