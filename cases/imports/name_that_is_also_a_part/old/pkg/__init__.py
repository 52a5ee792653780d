from .g import g
