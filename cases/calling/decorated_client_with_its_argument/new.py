def deco(f):
    def inner(x=2):
        return f(x)
    return inner
