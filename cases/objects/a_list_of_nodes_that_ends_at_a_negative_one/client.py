from library import Node, total


def three(a: int, b: int, c: int) -> int:
    return total(Node(a, Node(b, Node(c))))
