from library import Node


def extra(a: int) -> bool:
    node = Node(a)
    try:
        node.color = 1
    except AttributeError:
        return False
    return True
