def divide(a, b):
    if b <= 0:
        return -1
    quotient = 0
    while a >= b:
        quotient = quotient + 1
        a = a - b
    return quotient
