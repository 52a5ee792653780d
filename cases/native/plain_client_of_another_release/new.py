import json


def set_up():
    return json.dumps({"release": 2})


RELEASE = set_up()


def size(x: int) -> int:
    return x * 1024
