from library import dup


def g(n: int):
    a = [n]
    b = dup([a, a])
    b[0].append(1)
    return b
