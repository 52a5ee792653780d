def line(words):
    return ",".join(words).rstrip(",")


def client(words: list[str]):
    return line(words)
