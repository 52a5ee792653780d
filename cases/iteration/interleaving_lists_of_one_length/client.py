from library import interleave


def mix(a: int, b: int, c: int, d: int) -> list[int]:
    return interleave([a, b], [c, d])
