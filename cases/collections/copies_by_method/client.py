from library import dup


def g(n: int):
    d = {"a": [n]}
    e = dup(d)
    e["a"].append(2)
    e["b"] = 1
    s = dup({n, 1})
    s.add(5)
    return d, e, sorted(s)
