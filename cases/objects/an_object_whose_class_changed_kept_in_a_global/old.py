class Point:
    def __init__(self, x):
        self.x = x

    def doubled(self):
        return self.x * 2
