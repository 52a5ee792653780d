calls = 0


def tick(x):
    global calls
    calls = calls + 1
    return x


def client(x: int):
    return tick(x)
