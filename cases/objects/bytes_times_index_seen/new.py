class Count:
    def __init__(self, n):
        self.n = n

    def __index__(self):
        return self.n

def f(x: int):
    return b"a" * Count(x % 3)
