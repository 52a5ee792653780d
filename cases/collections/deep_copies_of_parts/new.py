import copy


def dup(x):
    return [copy.deepcopy(y) for y in x]
