def divide(a, b):
    quotient = 0
    while a > b:
        a = a - b
        quotient = quotient + 1
    return quotient


def client(a: int, b: int):
    if b < 1 or a > 20:
        return 0
    return divide(a, b)
