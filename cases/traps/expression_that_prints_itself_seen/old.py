def f(x: int):
    if x > 100:
        return ""
    return f"{x=}"
