from collections import defaultdict


def count(words):
    counts = defaultdict(int)
    for word in words:
        counts[word] = counts.get(word, 0) + 1
    return counts


def client(word: str):
    counts = count(["a", "b"])
    try:
        return counts[word]
    except KeyError:
        return None
