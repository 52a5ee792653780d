from library import Allowed


def test(n: int) -> bool:
    return bool(Allowed(1, 5)) and n % 4 + 1 in Allowed(1, 5)
