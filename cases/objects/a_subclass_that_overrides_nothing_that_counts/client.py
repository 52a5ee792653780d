from library import Codec


class Mine(Codec):
    def encode(self, n):
        return super().encode(n) * 1


def trip(n: int) -> int:
    return Mine().roundtrip(n)
