def saturated(x: int) -> int:
    return max(-32768, min(32767, x))


def level(r0: int, r1: int, r2: int, r3: int, r4: int, r5: int, r6: int, r7: int, r8: int, r9: int, r10: int, r11: int, r12: int, r13: int) -> int:
    s = 0
    s = s + saturated(r0)
    s = s + saturated(r1)
    s = s + saturated(r2)
    s = s + saturated(r3)
    s = s + saturated(r4)
    s = s + saturated(r5)
    s = s + saturated(r6)
    s = s + saturated(r7)
    s = s + saturated(r8)
    s = s + saturated(r9)
    s = s + saturated(r10)
    s = s + saturated(r11)
    s = s + saturated(r12)
    s = s + saturated(r13)
    return s
