def collect(x, acc=[]):
    acc.append(x)
    return acc
