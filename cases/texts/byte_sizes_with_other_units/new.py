UNITS = ("B", "KiB", "MiB", "GiB", "TiB")


def human(n):
    index = 0
    while n >= 1024 and index < len(UNITS) - 1:
        n //= 1024
        index += 1
    return f"{n} {UNITS[index]}"
