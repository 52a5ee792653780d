class Money:
    def __init__(self, cents: int):
        self.cents = cents

    def __add__(self, other):
        if isinstance(other, Money):
            return Money(self.cents + other.cents)
        return Money(self.cents + other * 100)

    def __radd__(self, other):
        return self if other == 0 else NotImplemented
