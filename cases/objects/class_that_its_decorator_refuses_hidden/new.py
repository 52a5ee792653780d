def checked(cls):
    if not cls.name:
        raise ValueError("no name")
    return cls


@checked
class Box:
    name = "case"


def f(x: int):
    return x
