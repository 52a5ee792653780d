import heapq


def f(x: int):
    xs = [3, x]
    heapq.heapify(xs)
    return [3, x]
