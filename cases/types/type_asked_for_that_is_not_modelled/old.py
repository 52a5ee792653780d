def f(c):
    assert isinstance(c, bytes)
    return b"0" <= c <= b"9"
