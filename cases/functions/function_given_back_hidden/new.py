def adder(n: int):
    def add(x):
        return n + x
    return add


def added(n: int, x: int) -> int:
    return adder(n)(x)
