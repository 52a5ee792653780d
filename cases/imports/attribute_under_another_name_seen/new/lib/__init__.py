from .b import b as _b
