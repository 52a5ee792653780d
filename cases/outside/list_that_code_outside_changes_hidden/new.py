import heapq


def f(x: int):
    ys = [3, x]
    heapq.heapify(ys)
    return ys
