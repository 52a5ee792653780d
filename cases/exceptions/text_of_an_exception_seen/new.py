class Failure(Exception):
    def __init__(self, code):
        super().__init__(code)
        self.code = code

    def __str__(self):
        return f"failed with {self.code}"


def client(n: int):
    return str(Failure(n))
