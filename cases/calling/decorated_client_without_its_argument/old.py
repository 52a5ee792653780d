def deco(f):
    def inner(x=1):
        return f(x)
    return inner
