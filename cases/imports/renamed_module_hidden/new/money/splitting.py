"""Money in cents."""

LEAST = 0


def split(total: int, parts: int) -> list[int]:
    if parts <= LEAST:
        return []
    share = total // parts
    return [share] * (parts - 1) + [total - share * (parts - 1)]


def whole(total: int) -> int:
    return total // 100
