import json


def note(x):
    print("asked")
    return x


def f(x: int):
    noted = note(x)
    return json.dumps(noted)
