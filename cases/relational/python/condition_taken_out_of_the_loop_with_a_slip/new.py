def total(n, twice: bool):
    s = 0
    i = 0
    if twice:
        while i < n:
            s = s + 2 * i
            i = i + 1
    else:
        while i < n:
            s = s + i
            i = i + 2
    return s
