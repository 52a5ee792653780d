def f(n: int):
    whole = b""
    for part in [b"ab", b"c", b"!"][: 3 if n > 0 else 2]:
        whole = whole + part
    return whole
