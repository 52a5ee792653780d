class Box:
    def __init__(self):
        self.fill(2)

    def fill(self, amount):
        self.held = amount


def f(x):
    colour = x.colour
    return colour
