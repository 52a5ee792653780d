from library import Item


def make() -> int:
    Item()
    return Item.made
