def total(a: int, b: int) -> int:
    if a <= 0:
        return b
    s = 0
    for i in range(1, 5):
        if b <= i:
            s = s + a + 10 * i
    return s
