class P:
    def __del__(self): print("gone")

def g(n): return P()

def f(n: int):
    return n + 1
