def smallest(items, n):
    return sorted(items)[:n]
