def f(x: int):
    return map(lambda y: 1 + y, [x])
