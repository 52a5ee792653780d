from itertools import groupby


def by_length(words):
    return [(key, list(group)) for key, group in groupby(words, key=len)]
