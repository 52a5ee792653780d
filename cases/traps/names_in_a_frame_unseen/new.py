import sys

def names(): return sorted(sys._getframe(1).f_locals)

def f(n: int):
    b = 1
    return n
