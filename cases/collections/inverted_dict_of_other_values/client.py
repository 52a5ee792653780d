from library import invert


def names(a: str, b: str) -> dict[int, str]:
    return invert({a: 1, b + "x": 2}) if not a.endswith("x") else {}
