class Tank:
    def __init__(self, size):
        self._level = 0
        self.size = size

    @property
    def level(self):
        return self._level

    @level.setter
    def level(self, value):
        self._level = min(value, self.size)
