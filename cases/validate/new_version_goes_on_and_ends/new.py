from words import length


def measure(s):
    n = length(s)
    left = n
    while left > 2:
        left = left - 1
    return n
