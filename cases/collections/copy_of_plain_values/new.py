import copy


def dup(x):
    return copy.copy(x)
