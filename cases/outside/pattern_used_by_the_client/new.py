import re

WORD = re.compile("b")


def f(x: int):
    return WORD.pattern
