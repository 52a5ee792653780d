class Range:
    def __init__(self, low, high):
        self.low = low
        self.high = high

    def width(self):
        return self.high - self.low
