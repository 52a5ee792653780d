from library import Basket


def fill(item: int):
    basket = Basket([1])
    basket.add(item)
    return basket.items
