TEXT = """a
b"""


def f(x: int):
    return TEXT * x
