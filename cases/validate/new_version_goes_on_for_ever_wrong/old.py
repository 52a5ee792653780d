from words import length


def measure(s):
    return length(s)
