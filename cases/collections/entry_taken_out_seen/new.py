def take(counts, name):
    return counts.pop(name, 0)
