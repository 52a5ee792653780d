from typing import NamedTuple


class Span(NamedTuple):
    start: int
    end: int

    def length(self):
        return max(self.end - self.start, 0)


def client(span: Span):
    return span.length()
