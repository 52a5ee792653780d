from library import first


def head(items: list[int]) -> int:
    return first(items, 0)
