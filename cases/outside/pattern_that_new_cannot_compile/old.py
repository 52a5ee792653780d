import re

WORD = re.compile("a")


def f(x: int):
    return x
