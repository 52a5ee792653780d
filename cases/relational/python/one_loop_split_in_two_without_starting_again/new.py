def counts(n):
    a = 0
    i = 0
    while i < n:
        a = a + 2
        i = i + 1
    b = 10
    while i < n:
        b = b - 1
        i = i + 1
    return a * 1000 + b
