class Box:
    def __init__(self):
        self.size = 1
        self.fill(2)

    def fill(self, amount):
        self.held = amount


def f(x):
    return x.held
