class Count:
    def __init__(self, n):
        self.n = n


def f(x: int):
    return b"a" * Count(x % 3).n
