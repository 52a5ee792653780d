def sums(n):
    a = 0
    i = 0
    while i < n:
        a = a + i
        i = i + 1
    b = 0
    j = 0
    while j < n:
        b = b + 3
        j = j + 1
    return a - b
