from library import Cart


def count(a: int) -> int:
    Cart().add(a)
    return len(Cart().add(a).add(a + 1).items)
