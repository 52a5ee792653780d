class LimitError(ValueError):
    def __init__(self, limit, message):
        super().__init__(message)
        self.limit = limit


def check(n):
    if n > 10:
        raise LimitError(10, "too much")
    return n


def client(n: int):
    try:
        return check(n)
    except LimitError as error:
        return error.limit
