from library import Task


def first(a: int, b: int) -> bool:
    return Task(priority=a, size=2) < Task(priority=b, size=1)
