import json


def f(x: int):
    d = {'a': 1 + x}
    d['b'] = 2
    return json.dumps(d)
