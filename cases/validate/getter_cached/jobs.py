class Queue:
    def __init__(self, items):
        self.items = list(items)


def queue(count: int) -> Queue:
    return Queue(range(max(0, count)))


def size(q: Queue) -> int:
    return len(q.items)


def pop(q: Queue) -> None:
    if q.items:
        q.items.pop()
