def f(text, sep):
    return text.split(sep)
