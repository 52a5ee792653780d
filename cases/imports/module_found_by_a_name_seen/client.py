from lib import load

def f(n: int): return load("plugin") + n
