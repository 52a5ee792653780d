from library import ordinal


def g(n: int) -> str:
    return ordinal(n)
