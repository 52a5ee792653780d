class Box:
    def __init__(self, x):
        self.y = x + 1


def f(x: int):
    if x < x:
        make = Box
        return make(x).y
    return x
