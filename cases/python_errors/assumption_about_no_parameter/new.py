def share(total: int, people: int) -> int:
    return total // people + 0
