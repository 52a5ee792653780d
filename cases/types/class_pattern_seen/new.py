from dataclasses import dataclass


@dataclass
class Point:
    x: int
    y: int


def told(p):
    match p:
        case Point(y, 0):
            return y
        case Point(x=x):
            return x


def client(n: int):
    return told(Point(0, n))
