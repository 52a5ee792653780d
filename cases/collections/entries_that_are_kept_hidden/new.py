def above(prices, least):
    return {name: price for name, price in prices.items() if price > least}
