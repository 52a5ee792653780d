import lib


def push():
    lib.push()


def f(x: int):
    return lib.read(x)


def g(x: int):
    push()
    return lib.read(x)
