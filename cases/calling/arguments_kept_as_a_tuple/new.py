def keep(a):
    return tuple(list(a))
