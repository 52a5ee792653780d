class Base:
    @staticmethod
    def m(x: int):
        return x + 2


class C(Base):
    pass
