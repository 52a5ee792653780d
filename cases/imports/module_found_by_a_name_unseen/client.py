from lib import safe

def f(n: int): return safe(n)
