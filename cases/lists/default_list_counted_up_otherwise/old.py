def f(c, seen=[0]):
    seen[0] += 1
    return seen[0] - 1


def client(c):
    return f(c)
