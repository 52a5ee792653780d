class Temperature:
    def __init__(self, degrees: int):
        self.degrees = degrees

    def clipped(self) -> int:
        return max(self.degrees, self.least)


Temperature.least = -300
