class Base:
    @staticmethod
    def m(x: int):
        return x + 1


class C(Base):
    pass
