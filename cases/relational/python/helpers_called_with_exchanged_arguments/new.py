def squares(n):
    s = 0
    while n > 0:
        s += n * n
        n -= 3
    return s


def digits(n):
    count = 0
    while n > 0:
        n //= 10
        count += 1
    return count


def measure(x, y):
    b = digits(x)
    return b + squares(y)
