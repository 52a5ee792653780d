def lib(x):
    return x + 1


def client(x):
    return lib(x) * 2
