def helper(x):
    return x + 2


def f(x: int):
    if x > 100:
        return 0
    return globals()["hel" + "per"](x)
