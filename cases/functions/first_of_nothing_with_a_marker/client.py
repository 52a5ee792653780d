from library import first


def head(items: list[int]) -> int | None:
    return first(items)
