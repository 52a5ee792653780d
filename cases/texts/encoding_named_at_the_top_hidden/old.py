WORD = "e"


def f(x: int):
    return x + len(WORD)
