import re


def f(x):
    return re.sub("a", "b", x)
