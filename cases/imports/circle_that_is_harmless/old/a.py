import b


def g(x):
    return b.h(x) + 1
