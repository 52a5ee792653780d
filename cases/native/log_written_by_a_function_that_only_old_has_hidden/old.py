log = []


def noted(x: int) -> int:
    log.append(x)
    return x


def pair(x: int) -> list[int]:
    log.clear()
    noted(x)
    noted(x + 1)
    return list(log)


def all_notes(x: int) -> list[int]:
    noted(x)
    noted(x + 1)
    return log
