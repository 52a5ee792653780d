def f(x: int):
    return (lambda y: y - x)(2 * x)
