K = 1
# K was K = 2


def f(x: int):
    return x + K
