def kind(a: int, b: int, c: int) -> str:
    assert a + b > c and b + c > a and a + c > b
    if a == b == c:
        return "equal"
    if a == b or b == c or a == c:
        return "two"
    return "none"
