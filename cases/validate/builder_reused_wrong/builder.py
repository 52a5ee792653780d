def make() -> str:
    return ""


def add(sb: str, number: int) -> str:
    return sb + str(number) + ";"


def reset(sb: str) -> str:
    return ""


def join(a: str, b: str) -> str:
    return a + b
