def plus(f):
    def inner(x):
        return f(x) + 1
    return inner


def times(f):
    def inner(x):
        return f(x) * 2
    return inner


def both(f):
    return times(plus(f))
