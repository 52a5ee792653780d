def total(prices):
    return sum(price for price in prices.values() if price > 0)
