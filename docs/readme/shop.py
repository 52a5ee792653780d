from pricing import discount


def total(quantity: int):
    return discount(quantity, 10 * quantity)
