def mean(total: int, count: int) -> int:
    return total // count


def share(total: int, count: int) -> int:
    if count <= 0:
        return 0
    return mean(total, count)
