def total(n, twice: bool):
    s = 0
    i = 0
    while i < n:
        if twice:
            s = s + 2 * i
        else:
            s = s + i
        i = i + 1
    return s
