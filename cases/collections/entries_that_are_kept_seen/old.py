def above(prices, least):
    found = {}
    for name, price in prices.items():
        if price > least:
            found[name] = price
    return found
