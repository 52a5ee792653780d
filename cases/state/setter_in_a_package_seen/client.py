import counting


def push():
    counting.push()


def f(x: int):
    return counting.read(x)


def g(x: int):
    push()
    return counting.read(x)
