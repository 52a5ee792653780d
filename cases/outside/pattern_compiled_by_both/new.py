import re

WORD = re.compile(r"(\w+)")


def f(x: int):
    return 1 + x
