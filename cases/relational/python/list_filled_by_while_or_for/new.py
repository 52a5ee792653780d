def fill(n):
    out = []
    for _ in range(n):
        out.append(7)
    return out
