class P:
    def __del__(self): print("gone")

def f(n: int):
    p = P()
    p = None
    print("a")
    return n
