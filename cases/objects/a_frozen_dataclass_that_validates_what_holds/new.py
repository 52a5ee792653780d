from dataclasses import dataclass


@dataclass(frozen=True)
class Span:
    low: int
    high: int

    def __post_init__(self):
        if self.low > self.high:
            raise ValueError("low is above high")

    def width(self) -> int:
        return self.high - self.low
