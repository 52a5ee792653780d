from lib import dump


def one(n: int) -> str:
    return dump(bytes([n % 256]))
