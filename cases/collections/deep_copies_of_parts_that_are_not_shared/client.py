from library import dup


def g(n: int):
    a = [n]
    b = dup([a, [n]])
    b[0].append(1)
    return b, a
