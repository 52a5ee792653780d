from library import above


def g(prices: dict[str, int]) -> dict[str, int]:
    return above(prices, 10)
