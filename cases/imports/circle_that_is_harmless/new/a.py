import b


def g(x):
    return 1 + b.h(x)
