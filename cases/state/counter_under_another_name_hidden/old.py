calls = 0


def f(x: int):
    global calls
    calls += 1
    return x * 2
