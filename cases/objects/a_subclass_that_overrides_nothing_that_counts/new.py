class Codec:
    def encode(self, n):
        return n + 2

    def roundtrip(self, n):
        return self.decode(self.encode(n))

    def decode(self, n):
        return n - 2
