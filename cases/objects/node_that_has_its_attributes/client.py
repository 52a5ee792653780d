from library import Node, to_list


def values(a: int, b: int) -> list[int]:
    return to_list(Node(a, Node(b)))
