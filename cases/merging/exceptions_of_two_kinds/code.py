def picked(x: int) -> int:
    if x < 0:
        raise ValueError("negative")
    if x > 100:
        raise KeyError("large")
    if x > 50:
        y = 1
    else:
        y = 2
    return y
