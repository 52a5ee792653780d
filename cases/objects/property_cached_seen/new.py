from functools import cached_property


class Table:
    def __init__(self, n):
        self.n = n

    @cached_property
    def rows(self):
        return self.n * 2


def client(n: int):
    table = Table(n)
    before = table.rows
    table.n += 1
    return table.rows
