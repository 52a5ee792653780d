from .b import b
