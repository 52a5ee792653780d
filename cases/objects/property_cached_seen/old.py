class Table:
    def __init__(self, n):
        self.n = n

    @property
    def rows(self):
        return self.n * 2


def client(n: int):
    table = Table(n)
    before = table.rows
    table.n += 1
    return table.rows
