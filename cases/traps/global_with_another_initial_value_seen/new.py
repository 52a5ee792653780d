import json

LIMIT = 20
OTHER = 1


def f(x: int):
    return json.dumps(x > LIMIT)
