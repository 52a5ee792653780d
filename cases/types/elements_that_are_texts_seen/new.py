def f(words):
    return [word.lower() for word in words]
