def collect(x, acc=None):
    if acc is None:
        acc = []
    acc.append(x)
    return acc
