class Code:
    def __init__(self, n):
        self.n = n

    def __index__(self):
        return self.n


def f(n: int):
    try:
        return Code(97) in b"abc"
    except TypeError:
        return False
