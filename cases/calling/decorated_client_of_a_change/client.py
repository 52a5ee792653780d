from library import logged, base


@logged
def step(x: int) -> int:
    return base(x)
