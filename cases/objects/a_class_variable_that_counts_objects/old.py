class Item:
    made = 0

    def __init__(self):
        Item.made += 1
