names = []


def add(name):
    names.append(name)


def f(x: int):
    return x if len(names) < 1 else 0
