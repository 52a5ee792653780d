class Scale:
    def __init__(self, factor):
        self.factor = factor

    def __call__(self, x, plus=0):
        return self.factor * (x + plus)
