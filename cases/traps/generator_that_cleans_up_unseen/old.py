def g():
    try:
        yield 1
    finally:
        print("end")

def f(n: int):
    return n + 1
