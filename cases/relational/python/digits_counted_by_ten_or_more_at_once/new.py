def digits(n):
    r = 1
    while True:
        if n < 10:
            return r
        if n < 100:
            return r + 1
        if n < 1000:
            return r + 2
        if n < 10000:
            return r + 3
        n = n // 10000
        r = r + 4
