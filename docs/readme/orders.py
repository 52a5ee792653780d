import pricing


def sample(price: int):
    return pricing.discount(1, price)


def postage(weight: int):
    return pricing.shipping(weight)
