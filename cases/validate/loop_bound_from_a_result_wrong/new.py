from tables import last_used, slot, weigh


def weight(t):
    total = 0
    i = 0
    end = last_used(t) - 1
    while i < end:
        e = slot(t, i)
        if e is not None:
            total += weigh(e)
        i += 1
    return total
