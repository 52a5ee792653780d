from library import human


def label(size: int) -> str:
    return human(abs(size))
