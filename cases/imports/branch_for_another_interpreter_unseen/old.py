import sys

if sys.version_info >= (3, 8):
    def clean(x):
        return abs(x)
else:
    def clean(x):
        return -1


def f(x: int) -> int:
    return clean(x)
