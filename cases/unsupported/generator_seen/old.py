def numbers(x):
    yield x


def f(x: int):
    return list(numbers(x))
