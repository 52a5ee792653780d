import json


def f(x: int):
    print("a")
    return json.dumps(x)
