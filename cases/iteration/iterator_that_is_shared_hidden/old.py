def f(x: int):
    xs = [x, x + 1, x + 2, x + 3]
    it = iter(xs)
    return list(zip(it, it))
