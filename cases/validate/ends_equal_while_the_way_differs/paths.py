def join(path: str, part: str) -> str:
    return path + "/" + part


def tidy(path: str) -> str:
    """Without empty parts."""
    return "/".join(part for part in path.split("/") if part)


def part(number: int) -> str:
    return "abc"[number % 3] if number % 4 else ""
