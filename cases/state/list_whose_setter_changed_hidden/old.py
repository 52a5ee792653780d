_seen = []


def push(item: int) -> None:
    _seen.append(item)


def count(x: int) -> int:
    return x + len(_seen)


def both(x: int) -> int:
    push(x)
    push(x)
    return len(_seen)
