from library import Node, total


def three(a: int, b: int, c: int) -> int:
    return total(Node(abs(a), Node(b * b, Node(abs(c)))))
