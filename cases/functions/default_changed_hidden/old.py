def price(n, each=10):
    return n * each


def client(n: int):
    return price(n, each=10)
