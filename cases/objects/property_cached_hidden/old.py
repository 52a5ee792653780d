class Table:
    def __init__(self, n):
        self.n = n

    @property
    def rows(self):
        return self.n * 2


def client(n: int):
    return Table(n).rows + Table(n + 1).rows
