# What the standard library's heapq gives where the order is total, as it is where sorting is understood.

def nsmallest(n, iterable, key=None):
    n = py_only_int(n)
    if n < 1:
        it = iter(iterable)
        return []
    return sorted(iterable, key=key)[:n]

def nlargest(n, iterable, key=None):
    n = py_only_int(n)
    if n < 1:
        it = iter(iterable)
        return []
    return sorted(iterable, key=key, reverse=True)[:n]
