from collections import namedtuple

Point = namedtuple("Point", ["x", "y", "z"], defaults=[0])
