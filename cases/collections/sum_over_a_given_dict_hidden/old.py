def total(prices):
    whole = 0
    for name in prices:
        if prices[name] > 0:
            whole += prices[name]
    return whole
