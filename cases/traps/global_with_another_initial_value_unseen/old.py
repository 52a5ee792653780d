import json

LIMIT = 10
OTHER = 1


def f(x: int):
    return json.dumps(x > LIMIT)
