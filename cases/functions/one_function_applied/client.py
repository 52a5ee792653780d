from library import compose


def run(x: int) -> int:
    return compose(abs)(x)
