class Node:
    def __init__(self, value, next=None):
        self.value = value
        self.next = next


def total(node):
    if node is None:
        return 0
    return node.value + total(node.next)
