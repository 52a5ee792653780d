import os

if os.sep:

    class Shape:
        def area(self):
            return 1


def f(x):
    return x.sides
