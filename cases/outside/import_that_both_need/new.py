import simplejson_of_a_stranger


def f(x: int):
    return 1 + x
