import json

LOG = []


def note(x: int):
    LOG.append(x)


def size():
    return len(json.loads(json.dumps(LOG)))


def f(x: int):
    note(x)
    return size()
