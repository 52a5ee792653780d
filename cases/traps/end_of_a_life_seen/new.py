class P:
    def __del__(self): print("gone")

def f(n: int):
    p = P()
    print("a")
    p = None
    return n
