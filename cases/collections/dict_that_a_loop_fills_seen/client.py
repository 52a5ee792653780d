from library import counted


def g(words: list[str]) -> dict[str, int]:
    return counted(words)
