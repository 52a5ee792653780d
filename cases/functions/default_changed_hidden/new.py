def price(n, each=12):
    return n * each


def client(n: int):
    return price(n, each=10)
