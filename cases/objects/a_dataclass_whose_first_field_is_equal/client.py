from library import Task


def first(a: int, b: int) -> bool:
    return Task(priority=a, size=5) < Task(priority=b, size=5)
