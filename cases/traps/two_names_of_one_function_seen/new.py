import os
import posixpath


def f(x):
    return False
