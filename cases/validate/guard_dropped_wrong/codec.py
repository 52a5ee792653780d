def is_ascii(s: str) -> bool:
    return s.isascii()


def fast_count(s: str) -> int:
    return len(s) + 1


def byte_count(s: str) -> int:
    return len(s.encode("utf-8", "surrogatepass"))
