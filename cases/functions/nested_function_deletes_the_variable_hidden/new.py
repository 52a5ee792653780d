def f(x: int):
    y = x
    def kill():
        nonlocal y
        y = 0
    kill()
    return y
