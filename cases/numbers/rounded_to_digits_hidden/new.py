def hundreds(n):
    return round(n, -2)


def client(n: int):
    return hundreds(n * 100 + 7)
