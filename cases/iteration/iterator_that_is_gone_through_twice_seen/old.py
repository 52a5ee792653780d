def f(x: int):
    words = map(str, [x])
    return list(words), list(words)
