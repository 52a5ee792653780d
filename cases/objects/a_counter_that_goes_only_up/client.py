from library import Counter


def count(a: int, b: int) -> int:
    counter = Counter()
    counter.hit(a)
    return counter.hit(b)
