g = None
from lib import *

def f(n: int): return g is None
