def amount(n):
    return f"{n: d}"


def client(n: int):
    return len(amount(n).strip())
