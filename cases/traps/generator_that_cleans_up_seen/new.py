def g():
    try:
        yield 1
    finally:
        print("end")

def f(n: int):
    next(g())
    print("after")
    return n
