from . import g
