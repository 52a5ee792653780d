def up(x: int) -> int:
    return x + 1


def down(x: int) -> int:
    return x - 1


def first(x: int):
    both = [up, down]
    return both[0](x)
