def clear(sb: str) -> str:
    return ""


def append(sb: str, t: str) -> str:
    return sb + t


def replace(sb: str, t: str) -> str:
    return t
