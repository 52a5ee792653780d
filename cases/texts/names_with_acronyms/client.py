from library import snake


def column(name: str) -> str:
    return snake(name)
