class Thing:
    def __init__(self, x):
        self.x = x

    def get(self):
        return self.x


def f(x: int):
    return Thing(0 + x)
