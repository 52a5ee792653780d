class Page:
    def __new__(cls, number: int):
        if number <= 0:
            return None
        return super().__new__(cls)

    def __init__(self, number: int):
        self.number = number
