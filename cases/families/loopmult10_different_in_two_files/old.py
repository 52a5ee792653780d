def mult(a, b):
    c = 0
    i = 1
    while i <= a:
        c = c + b
        i = i + 1
    return c
