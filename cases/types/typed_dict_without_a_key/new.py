from typing import TypedDict


class User(TypedDict, total=False):
    name: str
    age: int


def greet(user):
    return user.get("name", "anonymous") + str(user.get("age", ""))
