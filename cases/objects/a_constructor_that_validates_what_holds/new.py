class Range:
    def __init__(self, low, high):
        if high < low:
            raise ValueError("high is below low")
        self.low = low
        self.high = high

    def width(self):
        return self.high - self.low
