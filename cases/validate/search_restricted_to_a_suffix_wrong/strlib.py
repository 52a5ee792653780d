_stream = iter("")


def find(sb: str, s: str) -> bool:
    return s in sb


def get() -> int:
    return ord(next(_stream, "a"))


def append(sb: str, c: int) -> str:
    return sb + chr(c)


def sub(sb: str, pos: int) -> str:
    return sb[pos:]


def length(s: str) -> int:
    return len(s)
