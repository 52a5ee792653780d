from .core import g, k
