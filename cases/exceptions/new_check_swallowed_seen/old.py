def pay(amount):
    return amount * 2


def client(amount: int):
    try:
        return pay(amount)
    except ValueError:
        return -1
