class Level:
    LOW = 10
    HIGH = 30
    ALL = (LOW, HIGH)

    @classmethod
    def known(cls, level: int) -> bool:
        return level in cls.ALL
