def f(a: int, b: int, c: int) -> int:
    if c > 0:
        items = []
        if a > b:
            items.append(a)
        r = len(items)
    else:
        r = 5
    return r
