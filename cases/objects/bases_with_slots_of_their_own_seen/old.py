class Named:
    __slots__ = ("name",)


class Aged:
    __slots__ = ()
