from library import smallest


def low(items: list[int], n: int) -> list[int]:
    return smallest(items, n)
