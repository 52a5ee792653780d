def gcd(a, b):
    if b <= 0:
        return a
    return gcd(b, a - (a // b) * b)
