from .a import g
