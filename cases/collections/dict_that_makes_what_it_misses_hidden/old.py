from collections import defaultdict


def count(words):
    counts = {}
    for word in words:
        counts[word] = counts.get(word, 0) + 1
    return counts


def client(word: str):
    return word in count(["a", "b"])
