def pay(amount):
    if amount < 0:
        raise ValueError('negative')
    return amount * 2


def client(amount: int):
    try:
        return pay(amount)
    except ValueError:
        return -1
