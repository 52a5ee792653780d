from library import Allowed


def test(n: int) -> bool:
    return n in Allowed(1, 5)
