from typing import TypedDict


class User(TypedDict):
    name: str
    age: int


def greet(user):
    return user["name"] + str(user["age"])
