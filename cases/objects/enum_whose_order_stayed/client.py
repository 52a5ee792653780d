from library import Priority


def urgent(high: bool) -> bool:
    p = Priority.HIGH if high else Priority.LOW
    return p > Priority.LOW
