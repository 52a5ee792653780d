from builder import add, join, make


def rows(count: int):
    out = ""
    i = 0
    while i < count:
        sb = make()
        sb = add(sb, i)
        out = join(out, sb)
        i += 1
    return out
