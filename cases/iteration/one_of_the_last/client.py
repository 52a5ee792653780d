from library import one


def only(items: list[str]) -> str:
    return one(items[-1:])
