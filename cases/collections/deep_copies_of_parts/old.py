import copy


def dup(x):
    return copy.deepcopy(x)
