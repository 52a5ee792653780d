def amount(n):
    return f"{n:6,}"


def client(n: int):
    return amount(n)
