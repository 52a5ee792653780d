def f(xs, n):
    xs.append([1])
def g(n: int) -> int:
    xs = []
    f(xs, n)
    return xs[0][0]
