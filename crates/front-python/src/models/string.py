# What the standard library's string does.

def capwords(s, sep=None):
    words = []
    for word in s.split(sep):
        words.append(word.capitalize())
    return (sep or ' ').join(words)
