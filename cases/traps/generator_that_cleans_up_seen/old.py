def g():
    try:
        yield 1
    finally:
        print("end")

def f(n: int):
    it = g()
    next(it)
    print("after")
    return n
