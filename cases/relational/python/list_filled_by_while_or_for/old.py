def fill(n):
    out = []
    i = 0
    while i < n:
        out.append(7)
        i += 1
    return out
