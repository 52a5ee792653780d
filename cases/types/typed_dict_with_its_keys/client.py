from library import greet, User


def hello(name: str, age: int) -> str:
    user: User = {"name": name, "age": age}
    return greet(user)
