class A:
    def m(self):
        return 1


def f(x: int):
    return x + 1
