def f(x: int):
    print("start")
    return (i for i in [x])
