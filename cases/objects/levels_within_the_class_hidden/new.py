class Level:
    LOW = 10
    MIDDLE = 20
    HIGH = 30
    ALL = (LOW, MIDDLE, HIGH)

    @classmethod
    def known(cls, level: int) -> bool:
        return level in cls.ALL
