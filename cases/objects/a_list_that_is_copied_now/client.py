from library import Basket


def fill(item: int) -> int:
    mine = [1]
    Basket(mine).add(item)
    return len(mine)
