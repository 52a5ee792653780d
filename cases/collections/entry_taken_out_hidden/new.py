def take(counts, name):
    return counts.pop(name, None)
