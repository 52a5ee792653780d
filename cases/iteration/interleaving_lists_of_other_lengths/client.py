from library import interleave


def mix(a: list[int], b: list[int]) -> list[int]:
    return interleave(a, b)
