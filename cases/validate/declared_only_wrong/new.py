from text import index_of


def mentions(s, word):
    if index_of(s, word) > 0:
        return "yes"
    return "no"
