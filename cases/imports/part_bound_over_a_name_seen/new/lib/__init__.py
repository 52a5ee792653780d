g = None

from .g import h
