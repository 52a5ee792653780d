calls = 0


def tick(x):
    global calls
    calls = calls + 1
    return x


def client(x: int):
    global calls
    y = tick(x)
    calls = 0
    return y
