from library import Counter


def count(a: int) -> int:
    counter = Counter()
    counter.hit()
    counter.hit(abs(a) + 1)
    return counter.n
