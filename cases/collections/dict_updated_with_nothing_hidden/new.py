def f(x: int):
    d = {1: x}
    d.update()
    {}.update()
    return d
