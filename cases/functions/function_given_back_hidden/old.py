def adder(n: int):
    def add(x):
        return x + n
    return add


def added(n: int, x: int) -> int:
    return adder(n)(x)
