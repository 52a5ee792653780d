class Allowed:
    def __init__(self, low, high):
        self.low = low
        self.high = high

    def __contains__(self, n):
        return self.low <= n <= self.high

    def __len__(self):
        return max(0, self.high - self.low)
