def numbers(x):
    yield x


def f(x: int):
    if x == x:
        return x
    return list(numbers(x))
