from library import smallest


def low(items: list[int]) -> list[int]:
    return smallest(items[:3], 1)
