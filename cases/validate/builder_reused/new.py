from builder import add, join, make, reset


def rows(count: int):
    out = ""
    i = 0
    sb = make()
    while i < count:
        sb = reset(sb)
        sb = add(sb, i)
        out = join(out, sb)
        i += 1
    return out
