def longest(words):
    return max(map(len, words))
