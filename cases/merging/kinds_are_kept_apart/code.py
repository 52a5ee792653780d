def label(x: int):
    if x > 0:
        r = x
    else:
        r = None
    return r
