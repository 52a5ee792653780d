from rates import rate

count = 0


def price(key: int):
    global count
    count += 1
    return rate(key) + rate(key) + count
