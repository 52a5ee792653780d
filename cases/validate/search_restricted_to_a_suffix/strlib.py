_state = 1


def find(sb: str, s: str) -> bool:
    return s in sb


def get() -> int:
    """The next character of a stream of noise."""
    global _state
    _state = _state * 1103515245 + 12345 & 0x7FFFFFFF
    return ord("ab\u00e9/A ab"[_state >> 16 & 7])


def append(sb: str, c: int) -> str:
    return sb + chr(c)


def sub(sb: str, pos: int) -> str:
    return sb[pos:]


def length(s: str) -> int:
    return len(s)
