from lib import by_length


def client(a: str, b: str) -> list[tuple[int, list[str]]]:
    return by_length([a, b, a])
