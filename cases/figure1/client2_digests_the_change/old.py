def lib2(x):
    return x - 1


def client2(x):
    if x > lib2(x):
        return x
    else:
        return lib2(x)
