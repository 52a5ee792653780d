class Sized(type):
    def __new__(kind, name, bases, space):
        if 'size' not in space:
            raise TypeError("no size")
        return super().__new__(kind, name, bases, space)


class Box(metaclass=Sized):
    size = 1


def f(x: int):
    return x
