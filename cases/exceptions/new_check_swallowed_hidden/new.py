def pay(amount):
    if amount < 0:
        raise ValueError('negative')
    return amount * 2


def client(amount: int):
    if amount < 0:
        return 0
    try:
        return pay(amount)
    except ValueError:
        return -1
