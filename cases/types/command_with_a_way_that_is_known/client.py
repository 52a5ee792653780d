from library import run


def act(north: bool) -> str:
    return run(["go", "north" if north else "south"])
