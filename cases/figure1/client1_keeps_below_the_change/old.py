def lib1(x):
    return x


def client1(x):
    if x > 10:
        return x
    else:
        return lib1(x)
