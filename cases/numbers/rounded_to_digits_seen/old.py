def hundreds(n):
    return (n + 50) // 100 * 100


def client(n: int):
    return hundreds(n)
