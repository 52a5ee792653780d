import re

WORD = re.compile("(")


def f(x: int):
    return x
