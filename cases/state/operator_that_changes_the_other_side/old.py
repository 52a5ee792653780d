class Seen:
    def __contains__(self, names):
        names.append(1)
        return False


KEPT = []


def f(x: int):
    if KEPT not in Seen():
        return len(KEPT)
    return 0


def h(x: int):
    return x + 1
