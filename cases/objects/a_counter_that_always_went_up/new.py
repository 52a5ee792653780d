class Counter:
    def __init__(self):
        self.n = 0

    def hit(self, by=1):
        if by > 0:
            self.n += by
        return self.n
