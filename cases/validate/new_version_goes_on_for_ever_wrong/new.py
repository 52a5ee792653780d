from words import length


def measure(s):
    n = length(s)
    while length(s) > 2:
        n = n + 0
    return n
