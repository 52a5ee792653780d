import p
from . import n


def scale(x):
    return x * n.K
