def f(x: int):
    y = x
    def kill():
        nonlocal y
        del y
    kill()
    y = 0
    return y
