def lib(x):
    if x <= 0:
        return 0 - x
    else:
        return x

def client(x):
    return lib(x)
