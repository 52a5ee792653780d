from tables import slot, weigh


def weight(t):
    total = 0
    i = 0
    while i < 64:
        e = slot(t, i)
        if e is not None:
            total += weigh(e)
        i += 1
    return total
