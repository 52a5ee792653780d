import json


def f(x: int):
    return json.dumps({'a': x, 'b': 2})
