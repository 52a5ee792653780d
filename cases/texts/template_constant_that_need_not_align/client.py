from library import card


def show(age: int) -> str:
    return card("Caroline", age)
