from library import Cart


def count(a: int, b: int) -> int:
    return len(Cart().add(a).add(b).items)
