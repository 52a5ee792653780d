class C:
    default = 0
    fixed = 0

    @classmethod
    def set_default(cls, value):
        cls.default = value


def g(x):
    return x + C.default


def k(x):
    return x + C.fixed
