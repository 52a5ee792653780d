from library import first_key


def g(n: int) -> str:
    return type(first_key(n)).__name__
