def f(x: int):
    return map(lambda y: y + 1, [x])
