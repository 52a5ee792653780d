from builder import add, join, make


def rows(count: int):
    out = ""
    i = 0
    sb = make()
    while i < count:
        sb = add(sb, i)
        out = join(out, sb)
        i += 1
    return out
