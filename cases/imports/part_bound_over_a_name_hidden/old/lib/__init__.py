from .g import h

g = None
