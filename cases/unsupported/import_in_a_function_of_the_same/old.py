def tally(x):
    from collections import defaultdict
    counts = defaultdict(int)
    counts[x] += 1
    return counts[x]


def client(x: int) -> int:
    return tally(x)
