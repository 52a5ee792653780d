def label(n):
    return str(n).zfill(4)


def client(n: int) -> str:
    if n < -9 or n > 99:
        return "?"
    return label(n)
