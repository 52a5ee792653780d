def take(counts, name):
    if name in counts:
        found = counts[name]
        del counts[name]
        return found
    return None
