def simple_region(x: int) -> int:
    if x != 0:
        count = 3
    else:
        count = 4
    return count
