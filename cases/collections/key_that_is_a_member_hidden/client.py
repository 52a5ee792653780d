from library import first_key


def g(n: int) -> str:
    return "yes" if first_key(n) == "f" else "no"
