def f(x: int):
    def step(by: int) -> int:
        return x + by

    return step(1)
