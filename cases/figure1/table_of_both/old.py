def lib1(x):
    return x


def lib2(x):
    return x - 1


def client1(x):
    if x > 10:
        return x
    else:
        return lib1(x)


def client2(x):
    if x > lib2(x):
        return x
    else:
        return lib2(x)
