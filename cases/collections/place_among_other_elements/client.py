from library import index_of


def place(x: int) -> int:
    return index_of([1, 3, 5, 7], x * 2)
