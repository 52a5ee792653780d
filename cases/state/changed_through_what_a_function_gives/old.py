COUNTS = [0]
TABLES = {"counts": COUNTS}


def counts():
    return COUNTS


def note():
    counts()[0] += 1


def note_in_table():
    TABLES["counts"][0] += 1


def total(x: int) -> int:
    return x + COUNTS[0]
