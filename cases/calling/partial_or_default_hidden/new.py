def power(base, exponent):
    result = 1
    for _ in range(exponent):
        result *= base
    return result


def square(base, exponent=3):
    return power(base, exponent)


def client(n: int):
    return square(n, exponent=2)
