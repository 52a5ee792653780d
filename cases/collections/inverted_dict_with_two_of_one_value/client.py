from library import invert


def names(table: dict[str, int]) -> dict[int, str]:
    return invert(table)
