def line(words):
    return ",".join(words)


def client(words: list[str]):
    return line(words)
