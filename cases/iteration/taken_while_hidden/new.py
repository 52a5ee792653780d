from itertools import takewhile


def leading(numbers):
    return takewhile(lambda number: number >= 0, numbers)
