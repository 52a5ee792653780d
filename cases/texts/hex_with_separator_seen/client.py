from lib import dump


def three(n: int) -> str:
    return dump(bytes([n % 256, 1, 2]))
