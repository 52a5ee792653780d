import p
from .n import K


def scale(x):
    return x * K
