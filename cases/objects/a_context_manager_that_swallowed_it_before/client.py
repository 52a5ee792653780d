from library import Ignoring


def look(i: int):
    log = []
    with Ignoring(log):
        if i > 3:
            raise KeyError(i)
        log.append(i)
    return log
