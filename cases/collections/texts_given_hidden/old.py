def line(words):
    return ",".join(words)


def client(words: list[str]):
    if not words:
        return ""
    return line([words[0]])
