from library import dup


def g(n: int):
    a = [n]
    a.append(a)
    b = dup(a)
    return b[1] is b
