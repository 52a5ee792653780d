def fill(n):
    out = []
    for _ in range(n + 1):
        out.append(7)
    return out
