from typing import NamedTuple


class Span(NamedTuple):
    start: int
    end: int

    def length(self):
        return self.end - self.start


def client(span: Span):
    return span.length() if span.start < span.end else 0
