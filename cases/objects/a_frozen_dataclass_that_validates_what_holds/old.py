from dataclasses import dataclass


@dataclass(frozen=True)
class Span:
    low: int
    high: int

    def width(self) -> int:
        return self.high - self.low
