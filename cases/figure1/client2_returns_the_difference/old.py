def lib2(x):
    return x - 1


def client2(x):
    if x > lib2(x):
        return lib2(x)
    else:
        return x
