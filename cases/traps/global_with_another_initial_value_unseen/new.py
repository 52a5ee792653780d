import json

LIMIT = 10
OTHER = 2


def f(x: int):
    return json.dumps(x > LIMIT)
