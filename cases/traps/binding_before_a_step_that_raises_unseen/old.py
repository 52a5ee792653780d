import json


def f(x: int, t):
    y = 0
    try:
        y = x + 1
        json.loads(t)
    except Exception:
        return y
    return y
