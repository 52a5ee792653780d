def counted(words):
    counts = {}
    for word in words:
        counts[word] = counts.get(word, 1) + 1
    return counts
