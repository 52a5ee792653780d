class A:
    def m(self):
        return 2


def f(x: int):
    return 1 + x
