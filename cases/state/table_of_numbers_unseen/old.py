S = [i * i for i in range(4)]


def f(x: int):
    return S[2] + x
