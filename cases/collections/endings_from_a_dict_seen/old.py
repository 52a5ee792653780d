ENDINGS = {1: "st", 2: "nd", 3: "rd"}


def ordinal(n):
    if 10 <= n % 100 <= 20:
        return str(n) + "th"
    return str(n) + ENDINGS.get(n % 10, "th")
