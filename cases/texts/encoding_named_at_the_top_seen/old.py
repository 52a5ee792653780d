WORD = "é"


def f(x: int):
    return x + len(WORD)
