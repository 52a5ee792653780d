def g(b): return 1

def f(n: int):
    try:
        return g()
    except TypeError as e:
        return str(e)
