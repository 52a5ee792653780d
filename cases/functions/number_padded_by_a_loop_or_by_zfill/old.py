def label(n):
    text = str(n)
    while len(text) < 4:
        text = "0" + text
    return text


def client(n: int) -> str:
    if n < 0 or n > 99:
        return "?"
    return label(n)
