def f(x: int):
    return map(lambda y: y + 2, [x])
