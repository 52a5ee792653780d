from abc import ABC, abstractmethod


class Shape(ABC):
    @abstractmethod
    def name(self):
        return "shape"


class Square(Shape):
    def __init__(self, side):
        self.side = side

    def name(self):
        return "square"

    def area(self):
        return self.side * self.side


class Circle(Shape):
    def area(self):
        return 3


def client(n: int):
    return Circle().area() + n
