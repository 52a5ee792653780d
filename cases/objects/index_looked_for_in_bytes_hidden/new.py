class Code:
    def __init__(self, n):
        self.n = n

    def __index__(self):
        return self.n


def f(n: int):
    return Code(97).n in b"abc"
