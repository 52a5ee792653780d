from library import Codec


class Mine(Codec):
    def decode(self, n):
        return n - 1


def trip(n: int) -> int:
    return Mine().roundtrip(n)
