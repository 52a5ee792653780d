def fee(kind: int, amount: int) -> int:
    if kind == 1:
        if amount > 100:
            return 0
        extra = 3
    elif kind == 2:
        extra = 5
    else:
        extra = 7
    return amount + extra
