def f(x: int):
    words = [str(x)]
    return list(words), list(words)
