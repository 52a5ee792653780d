from library import compose


def run(x: int) -> int:
    return compose(lambda v: v + 1, lambda v: v * 2)(x)
