def sums(n):
    a = 0
    b = 0
    i = 0
    while i < n:
        a = a + i
        b = b + 3
        i = i + 1
    return a - b
