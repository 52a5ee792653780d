from lib import leading


def client(first: int, second: int) -> int:
    return sum(leading([abs(first) + 1, second]))
