import copy


def f(x: int):
    a = [x]
    b = [x]
    r = copy.deepcopy([a, b])
    return r[0] is r[1]
