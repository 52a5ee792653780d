def f(c, seen=[0]):
    before = seen[0]
    seen[0] = before + 2
    return before + 1


def client(c):
    return f(c)
