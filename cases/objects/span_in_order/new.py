from typing import NamedTuple


class Span(NamedTuple):
    start: int
    end: int
    label: str = ""

    @property
    def length(self):
        return max(0, self.end - self.start)
