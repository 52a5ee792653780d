TEXT = """a\r
b"""


def f(x: int):
    return TEXT * x
