from library import run


def act(words: list[str]) -> str:
    return run(words)
