def keep(a):
    return a
