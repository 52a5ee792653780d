def rest(x):
    yield x


def f(x: int):
    print("start")
    return rest(x)
