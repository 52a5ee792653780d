def double(f):
    def wrapper(x):
        return f(x) * 2
    return wrapper


def increment(f):
    def wrapper(x):
        return f(x) + 1
    return wrapper


@increment
@double


def score(x):
    return x


@double
def twice(x):
    return x
