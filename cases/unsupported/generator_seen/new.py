def numbers(x):
    yield x + 1


def f(x: int):
    return list(numbers(x))
