def f(n: int):
    parts = [b"ab", b"c"]
    if n > 0:
        parts.append(b"!")
    return sum(parts, b"")
