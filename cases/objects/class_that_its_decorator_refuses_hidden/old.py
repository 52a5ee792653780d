def checked(cls):
    if not cls.name:
        raise ValueError("no name")
    return cls


@checked
class Box:
    name = "box"


def f(x: int):
    return x
