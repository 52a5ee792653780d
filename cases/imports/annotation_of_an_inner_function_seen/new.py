def f(x: int):
    def step(by: Number) -> int:
        return x + by

    return step(1)
