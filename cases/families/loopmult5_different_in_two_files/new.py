def mult(a, b):
    c = 1
    i = 1
    while i <= b:
        c = c + a
        i = i + 1
    return c
