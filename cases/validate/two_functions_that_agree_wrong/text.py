def index_of(s: str, part: str) -> int:
    return s.find(part)


def contains(s: str, part: str) -> bool:
    return part in s
