def divide(a: int, b: int) -> int:
    return a // b


def quotient(a: int, b: int) -> int:
    try:
        return divide(a, b)
    except ZeroDivisionError:
        return 0
