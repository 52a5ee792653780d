class Shape:
    def __init__(self, a):
        self.a = a

    def area(self):
        return self.a

    def sides(self):
        return 4


def g(x):
    return x.area()
