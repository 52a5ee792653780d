class Node:
    def __init__(self, value, next=None):
        self.value = value
        self.next = next


def to_list(node):
    out = []
    while node:
        out.append(node.value)
        node = node.next
    return out
