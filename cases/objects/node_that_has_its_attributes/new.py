class Node:
    __slots__ = ("value", "next")

    def __init__(self, value, next=None):
        self.value = value
        self.next = next

    def __len__(self):
        return 1 + (len(self.next) if self.next is not None else 0)


def to_list(node):
    out = []
    while node is not None:
        out.append(node.value)
        node = node.next
    return out
