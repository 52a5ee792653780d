def f(n: int):
    def g(x: int) -> int:
        return x + 1

    return g(n)
