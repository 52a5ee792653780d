def f(xs, n):
    inner = []
    inner.append(1)
    xs.append(inner)
def g(n: int) -> int:
    xs = []
    f(xs, n)
    return xs[0][0]
