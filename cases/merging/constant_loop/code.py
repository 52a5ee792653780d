def count(a: int, b: int, c: int) -> int:
    n = 0
    for x in (a, b, c):
        if x > 0:
            n = n + 1
    return n
