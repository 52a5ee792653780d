from library import Priority


def weight(high: bool) -> int:
    return Priority.HIGH * 10 if high else Priority.LOW * 10
