"""Money in cents."""

LEAST = 0


def split(total: int, parts: int) -> list[int]:
    if parts <= LEAST:
        return []
    share = total // parts
    return [share] * parts


def whole(total: int) -> int:
    return total // 100
