def total(a0: int, a1: int, a2: int, a3: int, a4: int, a5: int, a6: int, a7: int, a8: int, a9: int, a10: int, a11: int, a12: int, a13: int, a14: int, a15: int, a16: int, a17: int, a18: int, a19: int) -> int:
    n = 0
    if a0 > 0:
        n = n + 0
    else:
        n = n + -1
    if a1 > 1:
        n = n + 1
    else:
        n = n + -1
    if a2 > 2:
        n = n + 2
    else:
        n = n + -1
    if a3 > 3:
        n = n + 3
    else:
        n = n + -1
    if a4 > 4:
        n = n + 4
    else:
        n = n + -1
    if a5 > 5:
        n = n + 5
    else:
        n = n + -1
    if a6 > 6:
        n = n + 6
    else:
        n = n + -1
    if a7 > 7:
        n = n + 7
    else:
        n = n + -1
    if a8 > 8:
        n = n + 8
    else:
        n = n + -1
    if a9 > 9:
        n = n + 9
    else:
        n = n + -1
    if a10 > 10:
        n = n + 10
    else:
        n = n + -1
    if a11 > 11:
        n = n + 11
    else:
        n = n + -1
    if a12 > 12:
        n = n + 12
    else:
        n = n + -1
    if a13 > 13:
        n = n + 13
    else:
        n = n - 2
    if a14 > 14:
        n = n + 14
    else:
        n = n + -1
    if a15 > 15:
        n = n + 15
    else:
        n = n + -1
    if a16 > 16:
        n = n + 16
    else:
        n = n + -1
    if a17 > 17:
        n = n + 17
    else:
        n = n + -1
    if a18 > 18:
        n = n + 18
    else:
        n = n + -1
    if a19 > 19:
        n = n + 19
    else:
        n = n + -1
    return n
