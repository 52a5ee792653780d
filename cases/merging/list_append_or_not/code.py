def collect(xs: list[int], limit: int) -> int:
    if limit > 10:
        xs.append(limit)
    return len(xs)
