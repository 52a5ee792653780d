def share(total: int, people: int) -> int:
    if people <= 0:
        return 0
    return total // people
