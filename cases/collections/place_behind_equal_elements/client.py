from library import index_of


def place(a: int, b: int, x: int) -> int:
    return index_of(sorted([a, b]), x)
