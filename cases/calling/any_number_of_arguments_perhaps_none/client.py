from library import total


def add(*numbers: int) -> int:
    return total(*numbers)
