from library import duration


def g(seconds: int) -> str:
    return duration(seconds)
