from library import human


def label(size: int) -> str:
    if size >= 1000:
        return "large"
    return human(size)
