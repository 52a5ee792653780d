class Stack:
    def __init__(self):
        self.items = []


def stack() -> Stack:
    return Stack()


def push(s: Stack, x: int) -> None:
    s.items.append(x)


def size(s: Stack) -> int:
    return len(s.items)
