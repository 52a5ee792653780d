class Base:
    def __init__(self, size):
        self.size = size

    def limit(self):
        return self.size * 2


class Fast(Base):
    def __init__(self, size):
        super().__init__(size)
        self.size += 1

    def limit(self):
        return max(super().limit(), 10)
