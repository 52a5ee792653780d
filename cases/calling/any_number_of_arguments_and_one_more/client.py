from library import total


def add(base: int, *numbers: int) -> int:
    return total(base, *numbers)
