def f(text, sep):
    parts = text.split(sep)
    return parts
