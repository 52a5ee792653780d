from abc import ABC, abstractmethod


class Shape(ABC):
    def name(self):
        return "shape"


class Square(Shape):
    def __init__(self, side):
        self.side = side

    def area(self):
        return self.side * self.side


class Circle(Shape):
    def area(self):
        return 3


def client(n: int):
    return Circle().area() + n
