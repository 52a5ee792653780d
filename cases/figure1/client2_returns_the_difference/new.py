def lib2(x):
    return x


def client2(x):
    if x > lib2(x):
        return lib2(x)
    else:
        return x
