def amount(n):
    return "% d" % n


def client(n: int):
    return len(amount(n).strip())
