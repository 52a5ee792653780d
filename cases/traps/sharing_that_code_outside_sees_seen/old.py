import copy


def f(x: int):
    a = [x]
    r = copy.deepcopy([a, a])
    return r[0] is r[1]
