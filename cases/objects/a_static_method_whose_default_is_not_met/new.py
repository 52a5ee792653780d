class Text:
    @staticmethod
    def clamp(n, low=0, high=255):
        return max(low, min(n, high))

    @classmethod
    def of(cls, n):
        text = cls()
        text.n = cls.clamp(n)
        return text
