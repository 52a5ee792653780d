class Basket:
    def __init__(self, items):
        self.items = list(items)

    def add(self, item):
        self.items.append(item)
