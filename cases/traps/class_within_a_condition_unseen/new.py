import os

if os.sep:

    class Shape:
        def area(self):
            return 2


def f(x):
    sides = x.sides
    return sides
