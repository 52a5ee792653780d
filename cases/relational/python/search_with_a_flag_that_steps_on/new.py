def find(xs: list[int], x: int):
    i = 0
    found = False
    while not found and i < len(xs):
        if xs[i] == x:
            found = True
        i += 1
    return i if found else -1
