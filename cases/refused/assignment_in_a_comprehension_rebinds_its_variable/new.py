def g(a):
    return [x := 1 for x in a]
def f(x: int):
    return x + 1
