SUBS = {}
SUBS['evt'] = []


def f(x: int):
    SUBS['evt'].append(x)
    return x + x
