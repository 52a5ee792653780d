from .b import b

UNUSED = 1
