import lib

def f(n: int): return lib.V + n
