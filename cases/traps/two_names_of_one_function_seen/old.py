import os
import posixpath


def f(x):
    return os.path.join is posixpath.join
