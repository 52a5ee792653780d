import json


def f(x: int):
    return json.dumps({'b': 2, 'a': x})
