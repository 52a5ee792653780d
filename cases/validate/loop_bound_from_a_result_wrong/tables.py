class Table:
    def __init__(self, slots):
        self.slots = slots


class Entry:
    def __init__(self, weight):
        self.weight = weight


def table(used: int) -> Table:
    used = max(0, min(used, 64))
    return Table([Entry(i * i) for i in range(used)] + [None] * (64 - used))


def last_used(t: Table) -> int:
    return sum(1 for slot in t.slots if slot is not None)


def slot(t: Table, i: int) -> Entry | None:
    return t.slots[i] if 0 <= i < 64 else None


def weigh(e: Entry | None) -> int:
    return e.weight if e is not None else 0
