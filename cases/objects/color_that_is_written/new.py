class Color:
    def __init__(self, r, g, b):
        self.r, self.g, self.b = r, g, b

    @classmethod
    def from_hex(cls, text):
        text = text.removeprefix("#")
        if len(text) == 3:
            text = "".join(c * 2 for c in text)
        return cls(*(int(text[i:i + 2], 16) for i in (0, 2, 4)))

    def to_hex(self):
        return f"#{self.r:02x}{self.g:02x}{self.b:02x}"
