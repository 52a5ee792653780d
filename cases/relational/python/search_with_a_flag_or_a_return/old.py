def find(xs: list[int], x: int):
    i = 0
    while i < len(xs):
        if xs[i] == x:
            return i
        i += 1
    return -1
