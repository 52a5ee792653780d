def f(x: int):
    d = {1: x}
    d.update({1: 0})
    return d
