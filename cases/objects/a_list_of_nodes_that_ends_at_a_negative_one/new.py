class Node:
    def __init__(self, value, next=None):
        self.value = value
        self.next = next


def total(node):
    result = 0
    while node is not None and node.value >= 0:
        result += node.value
        node = node.next
    return result
