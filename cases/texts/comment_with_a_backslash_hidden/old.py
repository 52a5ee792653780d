import re

P = re.compile(r"a(?#\)b)c")


def f(x: int):
    return bool(P.fullmatch("ac")), x
