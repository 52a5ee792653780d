class Some:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return iter([self.n])

    def __length_hint__(self):
        return 1


def f(x: int):
    return [n for n in Some(x)]
