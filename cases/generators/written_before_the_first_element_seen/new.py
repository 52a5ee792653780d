def f(x: int):
    print("start")
    yield x
