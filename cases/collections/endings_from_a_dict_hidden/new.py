def ordinal(n):
    if n % 100 in (11, 12, 13):
        return f"{n}th"
    if n % 10 == 1:
        return f"{n}st"
    if n % 10 == 2:
        return f"{n}nd"
    return f"{n}rd" if n % 10 == 3 else f"{n}th"
