def checked(x: int) -> int:
    if x < 0:
        raise ValueError("negative")
    if x > 100:
        raise ValueError("large")
    return x * 2
