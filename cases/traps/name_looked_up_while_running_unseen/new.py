import json


def helper(x):
    return x + 2


def f(x):
    return json.dumps(x)
