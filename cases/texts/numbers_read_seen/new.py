def read(s):
    return int(s, 0)


def client(n: int):
    return read("0b" + str(n % 2))
