def lib(x):
    # one more
    return (x +
            1)


def client(x):
    return lib(x) * 2
