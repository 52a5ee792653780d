from library import take


def g(counts: dict[str, int], name: str):
    before = len(counts)
    found = take(counts, name)
    return found, before - len(counts), name in counts
