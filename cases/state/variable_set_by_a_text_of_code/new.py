n = 0


def put():
    exec("global n; n = 2")


def g(x: int) -> int:
    return x + n
