import json


def helper(x):
    return x + 1


def f(x):
    return globals()["hel" + "per"](x)
