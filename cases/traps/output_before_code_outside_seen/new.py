import json


def f(x: int):
    r = json.dumps(x)
    print("a")
    return r
