def lib1(x):
    if x > 10:
        return 9
    else:
        return x


def client1(x):
    if x > 10:
        return x
    else:
        return lib1(x)
