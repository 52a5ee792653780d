class Box:
    def __init__(self):
        self.held = [1]

    def turn(self):
        self.held.append(2)
        return self


def f(x):
    return x.colour
