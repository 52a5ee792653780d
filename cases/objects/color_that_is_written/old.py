class Color:
    def __init__(self, r, g, b):
        self.r, self.g, self.b = r, g, b

    @classmethod
    def from_hex(cls, text):
        return cls(int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16))

    def to_hex(self):
        return "#%02x%02x%02x" % (self.r, self.g, self.b)
