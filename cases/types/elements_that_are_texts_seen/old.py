def f(words):
    return [word.upper() for word in words]
