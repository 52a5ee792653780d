from library import dup


def g(n: int):
    b = dup({"a": n, "b": (1, 2)})
    b["a"] += 1
    return b
