from library import total


def g(prices: dict[str, int]) -> int:
    return total(prices)
