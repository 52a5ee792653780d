class Named:
    __slots__ = ()


class Aged:
    __slots__ = ("age",)
