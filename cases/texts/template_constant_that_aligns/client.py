from library import card


def show(name: str, age: int) -> str:
    return card(name, age)
