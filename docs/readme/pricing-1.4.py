def discount(quantity, price):
    if quantity > 100:
        return price * 85 // 100
    if quantity > 10:
        return price * 90 // 100
    return price


def shipping(weight):
    return 5 + weight * 2
