from functools import partial


def power(base, exponent):
    result = 1
    for _ in range(exponent):
        result *= base
    return result


def square(base, **more):
    return partial(power, exponent=2)(base, **more)


def client(n: int):
    return square(n)
