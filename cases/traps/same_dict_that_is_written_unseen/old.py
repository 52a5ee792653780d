import json


def f(x: int):
    return json.dumps({'a': x + 1, 'b': 2})
