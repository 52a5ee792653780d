from functools import partial


def power(base, exponent):
    result = 1
    for _ in range(exponent):
        result *= base
    return result


square = partial(power, exponent=2)


def client(n: int):
    return square(n, exponent=2)
