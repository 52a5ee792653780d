def divide(a, b):
    quotient = 0
    while a >= b:
        a = a - b
        quotient = quotient + 1
    return quotient
