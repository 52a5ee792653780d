from library import greet


def hello(user: dict[str, str]) -> str:
    return greet(user)
