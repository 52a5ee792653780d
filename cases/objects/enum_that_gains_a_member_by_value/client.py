from library import Level


def level(n: int) -> str:
    try:
        return Level(n).name
    except ValueError:
        return "?"
