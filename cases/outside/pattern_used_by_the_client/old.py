import re

WORD = re.compile("a")


def f(x: int):
    return WORD.pattern
