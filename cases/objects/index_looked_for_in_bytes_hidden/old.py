class Code:
    def __init__(self, n):
        self.n = n


def f(n: int):
    return Code(97).n in b"abc"
