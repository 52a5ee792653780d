from library import Ignoring


def look(i: int):
    log = []
    with Ignoring(log):
        log.append([1, 2, 3][i])
    return log
