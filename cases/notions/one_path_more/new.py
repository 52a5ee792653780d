def lib(x):
    y = x
    if y > 0:
        if y > 5:
            return y
        return y
    return -y

def client(x):
    return lib(x)
