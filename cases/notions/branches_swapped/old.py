def lib(x):
    if x > 0:
        return x
    return -x

def client(x):
    return lib(x)
