from text import contains


def mentions(s, word):
    if contains(s, word):
        return "yes"
    return "no"
