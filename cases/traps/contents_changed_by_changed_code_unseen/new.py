class Box:
    def __init__(self):
        self.held = [1]

    def turn(self):
        self.held.clear()
        return self


def f(x):
    colour = x.colour
    return colour
