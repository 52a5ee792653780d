import simplejson_of_a_stranger


def f(x: int):
    return x + 1
