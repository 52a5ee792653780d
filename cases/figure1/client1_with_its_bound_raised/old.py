def lib1(x):
    return x


def client1(x):
    if x > 100:
        return x
    else:
        return lib1(x)
