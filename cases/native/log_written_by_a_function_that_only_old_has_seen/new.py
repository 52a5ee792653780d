log = []


def pair(x: int) -> list[int]:
    log[:] = [x, x + 1]
    return list(log)


def all_notes(x: int) -> list[int]:
    log.append(x)
    log.append(x + 2)
    return log
