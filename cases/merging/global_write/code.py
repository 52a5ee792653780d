total = 0
last = 0


def book(amount: int) -> None:
    global total, last
    if amount > 0:
        total = total + amount
        last = 1
    elif amount < -100:
        last = 2
