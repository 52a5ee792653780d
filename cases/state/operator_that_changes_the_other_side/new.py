class Seen:
    def __contains__(self, names):
        names.append(1)
        return False


KEPT = []


def f(x: int):
    if KEPT not in Seen():
        return 1
    return 0


def h(x: int):
    return 1 + x
