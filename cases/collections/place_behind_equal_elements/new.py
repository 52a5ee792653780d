from bisect import bisect_right


def index_of(items, value):
    return bisect_right(items, value)
