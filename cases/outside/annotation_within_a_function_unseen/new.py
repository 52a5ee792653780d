def f(n: int):
    def g(x: float) -> list[int]:
        return x + 1

    return g(n)
