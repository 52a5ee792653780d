import heapq


def smallest(items, n):
    return heapq.nsmallest(n, items)
