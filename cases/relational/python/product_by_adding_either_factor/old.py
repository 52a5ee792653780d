def times(a, b):
    if a < 0 or b < 0:
        return 0
    s = 0
    i = 0
    while i < a:
        s = s + b
        i = i + 1
    return s
