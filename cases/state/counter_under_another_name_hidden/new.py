count = 0


def f(x: int):
    global count
    count += 1
    return x * 2
