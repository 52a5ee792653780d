def line(words):
    out = ""
    for i, word in enumerate(words):
        out += ("," if i else "") + word
    return out


def client(words: list[str]):
    if not words:
        return ""
    return line([words[0]])
